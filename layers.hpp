// The one-way flow of the house, as namespaces: each layer sees the names of those to its left, and none to its
// right. A header that includes nothing else of ours includes this one, so that the rule holds everywhere.
#pragma once

namespace wgcts::reference {}
namespace wgcts::suites {
using namespace reference;
}
namespace wgcts::results {
using namespace suites;
}
namespace wgcts::harness {
using namespace results;
}
namespace wgcts::reports {
using namespace harness;
}
namespace wgcts::cli {
using namespace reports;
}
