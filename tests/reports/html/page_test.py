#!/usr/bin/env python3
"""page_test.py WGCTS REPORT [FOLDER]: the page of a report in Chromium, in light and dark, with and without scripts.

Leaves screenshots in FOLDER."""
import json, os, subprocess, sys, tempfile

from browser import browser, first_paint
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait


def theme(driver, name):
    feature = {"name": "prefers-color-scheme", "value": name}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


program, report = sys.argv[1:3]
shots = sys.argv[3] if len(sys.argv) > 3 else None
data = json.load(open(report))
cases = data["cases"]
bad = next(case for case in cases if case["verdict"] == "fail")

with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, "page.html")
    subprocess.run([program, "report", report, "--html", page], check=True)
    driver = browser()
    try:
        one = lambda css: driver.find_element(By.CSS_SELECTOR, css)
        every = lambda css: driver.find_elements(By.CSS_SELECTOR, css)
        # Selenium's is_displayed() ignores folded <details>.
        seen = "return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility())"
        visible = lambda css: driver.execute_script(seen, css)
        wait = lambda what: WebDriverWait(driver, 20).until(lambda _: what())
        backs = set()
        for name in ("light", "dark"):
            theme(driver, name)
            driver.get("file://" + page)
            backs.add(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
            if shots:
                driver.save_screenshot(os.path.join(shots, f"top-{name}.png"))
                driver.execute_script("document.getElementById('matrix').scrollIntoView()")
                driver.save_screenshot(os.path.join(shots, f"matrix-{name}.png"))
        assert len(backs) == 2, "dark looks like light"

        # The most important facts are visible without scrolling and unfolding.
        driver.get("file://" + page)
        assert one("h1 .tag").text.lower() == "fail"
        assert data["device"]["name"] in one("h1").text
        first = one(".finding")
        for words in (f"work_group_{bad['builtin']}", bad["failure"]["clause"], f"wgcts run --filter {bad['id']} --seed"):
            assert words in first.text, f"{words!r} is not in the first finding: {first.text}"
        replay = one(".finding .replay code")
        place = driver.execute_script("return arguments[0].getBoundingClientRect().bottom", replay)
        assert place < 1300, f"the rerun command is {place} pixels down"
        if bad["failure"].get("wrong"):
            assert bad["failure"]["lanes"][0]["got"]["text"] in one(".finding .values td:last-child").text

        # A cell links to its cases, with the mouse and with the keyboard.
        prefix = ".".join(bad["id"].split(".")[:3])
        here = [case["id"] for case in cases if case["id"].startswith(prefix + ".")]
        assert not visible(".lines li"), "cases are not folded"
        link = one(f'.matrix a[href="#{prefix}"]')
        link.click()
        listed = f'.cell[data-of="{prefix}"] li'
        wait(lambda: len(visible(listed)) == len(here))
        assert all(case in line.text for case, line in zip(here, visible(listed)))
        driver.get("file://" + page)
        one(f'.matrix a[href="#{prefix}"]').send_keys(Keys.ENTER)
        wait(lambda: len(visible(listed)) == len(here))
        # A failing case links to its finding.
        one(f'{listed} a').click()
        wait(lambda: visible(":target"))

        # The filter.
        words, matches = one("#words"), one("#matches")
        words.send_keys(prefix + " FAIL")
        fails = [case for case in cases if case["id"].startswith(prefix + ".") and case["verdict"] == "fail"]
        wait(lambda: matches.text.startswith(f"{len(fails)} of {len(cases)} cases"))
        assert len(visible(".lines li")) == len(fails)
        words.clear()
        words.send_keys("*.no_such_form")
        wait(lambda: matches.text.startswith("0 of "))
        assert not visible(".finding") and not visible(".builtin")
        words.send_keys(Keys.CONTROL, "a", Keys.DELETE)
        wait(lambda: matches.text == "")
        assert len(visible(".finding")) == len(every(".finding")) and len(visible(".builtin")) == len(every(".builtin"))

        # Names for screen readers.
        assert driver.execute_script("return document.documentElement.lang") == "en"
        for css in ("table:not(:has(caption))", "a:not([href])", "section:not([aria-labelledby])"):
            assert not every(css), css
        assert len(every("main")) == len(every("header")) == len(every("nav")) == 1
        log = driver.get_log("browser")
        assert not log, log

        # Markup in a driver's text is escaped.
        hostile = """</style></script><script>window.broken=1</script><img src=x onerror=window.broken=1>" onclick='broken"""
        for case in data["cases"]:
            for member in {"message", "log"} & case.keys():
                case[member] = hostile
            for member, text in (("failure", "message"), ("reason", "answer")):
                if member in case:
                    case[member][text] = hostile
        data["device"]["name"] = data["run"]["selection"] = hostile
        json.dump(data, open(os.path.join(folder, "hostile.json"), "w"))
        subprocess.run([program, "report", os.path.join(folder, "hostile.json"), "--html", os.path.join(folder, "hostile.html")], check=True)
        driver.get("file://" + os.path.join(folder, "hostile.html"))
        assert hostile in one("h1").text, one("h1").text
        assert len(every("script")) == 1 and not every("img") and not every("[onclick], [onerror]")
        assert not driver.execute_script("return window.broken") and not driver.get_log("browser")

        print(f"{os.path.getsize(page)} bytes, first contentful paint after {first_paint(driver, page):.0f} ms")
    finally:
        driver.quit()

    driver = browser(scripts=False)
    try:
        driver.get("file://" + page)
        assert not driver.find_element(By.ID, "filter").is_displayed()
        assert bad["id"] in driver.find_element(By.CLASS_NAME, "finding").text
    finally:
        driver.quit()
print("as it should look")
