// The text of --timing.
#include <fmt/format.h>

#include "reports/terminal/summary.hpp"

namespace wgcts::reports {

std::string timing_text(const std::vector<Timing>& workers) {
  const Timing sum = sum_of(workers);
  const double total = sum.total();
  std::string text = fmt::format("worker time  {:.1f} s in {} processes\n", total, workers.size());
  double driver = 0;
  for (const ActivityInfo& a : activities) {
    if (a.driver) driver += sum[a.activity];
    text += fmt::format("  {:9} {:8.2f} s {:5.1f} %  {}\n", a.name, sum[a.activity],
                        100 * sum[a.activity] / std::max(total, 1e-9), a.meaning);
  }
  return text + fmt::format("  in the driver: {:.1f} %\n", 100 * driver / std::max(total, 1e-9));
}

}  // namespace wgcts::reports
