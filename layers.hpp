// The layers as namespaces: each layer uses the names of lower layers only. A header that includes no other
// header of the project includes this one, so that the rule holds everywhere.
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
