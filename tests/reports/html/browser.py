"""Chromium for tests, through selenium. A test that imports this is skipped if one of them is missing."""
import shutil, sys

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    print("python3-selenium is not installed")
    sys.exit(77)
chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
if not chromium or not chromedriver:
    print("chromium or chromium-driver is not installed")
    sys.exit(77)


def browser(scripts=True):
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1400", "--hide-scrollbars"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(service=Service(chromedriver), options=options)


def first_paint(driver, page):
    """Milliseconds from the request of the page to its first text."""
    driver.get("file://" + page)
    entry = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    return WebDriverWait(driver, 20).until(lambda _: driver.execute_script(entry))
