#include "knowledge/transfer_table.h"

#include <gtest/gtest.h>

#include "knowledge/embedded.h"
#include "knowledge/knowledge.h"

namespace npuport {
namespace {

class Transfer : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    table_ =
        new TransferTable(TransferTable::parse(embedded("torch_npu/transfer_to_npu.tsv")).value());
    versions_ =
        new VersionMatrix(VersionMatrix::parse(embedded("torch_npu/version_matrix.tsv")).value());
  }
  static void TearDownTestSuite() {
    delete table_;
    delete versions_;
  }

  static Target target(const std::string& torch, const std::string& release) {
    const Result<Target> found = versions_->parse_target("torch=" + torch + ",release=" + release);
    EXPECT_TRUE(found) << torch << " " << release;
    return found ? found.value() : Target{};
  }
  static Coverage ask(std::string_view name, const std::string& torch, const std::string& release) {
    return table_->ask(name, target(torch, release)).coverage;
  }

  static TransferTable* table_;
  static VersionMatrix* versions_;
};
TransferTable* Transfer::table_ = nullptr;
VersionMatrix* Transfer::versions_ = nullptr;

// The release boundaries that the vendor's branches show.
TEST_F(Transfer, ReleaseBoundaries) {
  struct Case {
    const char* name;
    const char* torch;
    const char* release;
    Coverage coverage;
  };
  const Case cases[] = {
      {"torch.amp.autocast", "2.6.0", "7.2.0", Coverage::kYes},
      {"torch.amp.autocast", "2.6.0", "7.1.0", Coverage::kNo},
      {"torch.amp.autocast", "2.5.1", "7.1.0", Coverage::kNo},
      {"torch.amp.autocast", "2.4.0", "7.0.0", Coverage::kNo},
      {"torch.amp.autocast", "2.1.0", "7.2.0", Coverage::kYes},
      {"torch.amp.autocast", "2.7.1", "7.2.0", Coverage::kYes},
      {"torch.amp.autocast", "2.12.0", "26.1.0", Coverage::kYes},
      {"torch.autocast", "2.5.1", "7.1.0", Coverage::kYes},
      {"torch.autocast", "2.4.0", "7.0.0", Coverage::kYes},
      {"torch.autocast", "2.1.0", "5.0.0", Coverage::kNo},
      {"torch.distributed.new_group", "2.5.1", "7.1.0", Coverage::kYes},
      {"torch.distributed.new_group", "2.5.1", "7.0.0", Coverage::kNo},
      {"torch.distributed.new_group", "2.6.0", "7.1.0", Coverage::kYes},
      {"torch.distributed.init_process_group(device_id=...)", "2.6.0", "7.3.0", Coverage::kNo},
      {"torch.distributed.init_process_group(device_id=...)", "2.7.1", "7.3.0", Coverage::kYes},
      {"torch.distributed.init_process_group(device_id=...)", "2.7.1", "7.2.0", Coverage::kNo},
      {"torch.distributed.init_process_group(device_id=...)", "2.10.0", "26.1.0", Coverage::kYes},
      {"torch.distributed.init_process_group", "2.1.0", "5.0.0", Coverage::kYes},
      {"torch.distributed.device_mesh.init_device_mesh", "2.4.0", "7.0.0", Coverage::kYes},
      {"torch.distributed.init_device_mesh", "2.5.1", "7.1.0", Coverage::kNo},
      {"torch.distributed.init_device_mesh", "2.6.0", "7.2.0", Coverage::kYes},
      {"torch.Event", "2.6.0", "7.1.0", Coverage::kNo},
      {"torch.Event", "2.6.0", "7.2.0", Coverage::kYes},
      {"torch.Generator", "2.1.0", "6.0.rc1", Coverage::kYes},
      {"torch.Generator", "2.1.0", "5.0.0", Coverage::kNo},
      {"torch.cuda.default_generators", "2.9.0", "26.0.0", Coverage::kNo},
      {"torch.cuda.default_generators", "2.9.0", "26.1.0", Coverage::kPartial},
      {"torch.cuda.ExternalStream", "2.12.0", "26.1.0", Coverage::kNo},
      {"torch.cuda.ExternalStream", "2.13.0", "master", Coverage::kYes},
      {"torch.distributed.ProcessGroupNCCL", "2.9.0", "7.3.0", Coverage::kNo},
      {"torch.distributed.ProcessGroupNCCL", "2.9.0", "26.0.0", Coverage::kPartial},
      {"torch.cuda.CUDAGraph", "2.5.1", "7.1.0", Coverage::kYes},
      {"torch.cuda.CUDAGraph", "2.4.0", "7.0.0", Coverage::kNo},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(ask(c.name, c.torch, c.release), c.coverage)
        << c.name << " " << c.torch << "-" << c.release;
  }
}

TEST_F(Transfer, NamesBelowARow) {
  EXPECT_EQ(ask("torch.cuda.Stream.wait_stream", "2.12.0", "26.1.0"), Coverage::kYes);
  EXPECT_EQ(ask("torch.cuda.nvtx.range_push", "2.12.0", "26.1.0"), Coverage::kNo);
  EXPECT_EQ(ask("torch.cuda.streams.Stream", "2.12.0", "26.1.0"), Coverage::kNo);
  EXPECT_EQ(ask("torch.cuda.memory._snapshot", "2.12.0", "26.1.0"), Coverage::kYes);
  // the row of the submodule is partial: it does not vouch for its other functions
  EXPECT_EQ(ask("torch.cuda.memory.memory_allocated", "2.12.0", "26.1.0"), Coverage::kNo);
  EXPECT_EQ(ask("torch.cuda.memory_allocated", "2.12.0", "26.1.0"), Coverage::kYes);
  EXPECT_EQ(ask("torch.backends.cudnn.benchmark", "2.12.0", "26.1.0"), Coverage::kNo);
  EXPECT_EQ(ask("torch.cuda._lazy_init", "2.12.0", "26.1.0"), Coverage::kNo);
  EXPECT_EQ(ask("torch.cuda.no_such_function", "2.12.0", "26.1.0"), Coverage::kUnknown);
  EXPECT_EQ(ask("numpy.zeros", "2.12.0", "26.1.0"), Coverage::kUnknown);
}

TEST_F(Transfer, AnswersCarryTheirEvidence) {
  const TransferAnswer early = table_->ask("torch.amp.autocast", target("2.6.0", "7.1.0"));
  EXPECT_TRUE(early.too_early);
  EXPECT_EQ(early.since, "v2.1.0-7.2.0 / v2.6.0-7.2.0 / v2.7.1-7.2.0 / v2.8.0-7.2.0");
  EXPECT_FALSE(early.source.empty());
  const TransferAnswer device = table_->ask("torch.device", target("2.12.0", "26.1.0"));
  EXPECT_EQ(device.coverage, Coverage::kPartial);
  EXPECT_FALSE(device.too_early);
  EXPECT_FALSE(device.how.empty());
}

TEST_F(Transfer, EveryRowIsReachedByItsText) {
  for (const std::string_view api : table_->apis()) {
    EXPECT_NE(table_->ask(api, versions_->default_target()).coverage, Coverage::kUnknown) << api;
  }
}

TEST_F(Transfer, DamagedTablesAreErrors) {
  EXPECT_FALSE(TransferTable::parse(""));
  EXPECT_FALSE(TransferTable::parse("api\tnames\n"));
  const std::string header = "api\tnames\tcovered\thow\tsince_version\tsince\tsource\n";
  EXPECT_TRUE(TransferTable::parse(header));
  EXPECT_FALSE(TransferTable::parse(header + "a\ta\tyes\n"));
  EXPECT_FALSE(TransferTable::parse(header + "a\ta\tyes\t\t\tx:y\ts\n"));
}

}  // namespace
}  // namespace npuport
