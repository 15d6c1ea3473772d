// Scores a file of histories with simdjson's on-demand parser.
//
// Workers take the next block of the file; a block owns the lines that start in it. Results are
// written in the order of the blocks, so that the output does not depend on the number of workers.
// Nobody catches an exception: it ends the program with its message.

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "eligibility.hpp"

namespace winback {

// A block and its index stay in the processor's caches.
constexpr size_t block_size = 1 << 20;

// A file whose errors are exceptions, also its end within what is read.
template <typename Stream>
Stream opened(const std::string& path) {
  Stream file(path, std::ios::binary);
  file.exceptions(std::ios::failbit | std::ios::badbit);
  return file;
}

// The bytes of the lines that start in one block.
class Block {
 public:
  std::string_view read(std::ifstream& file, size_t size, size_t number) {
    // The byte before the block tells whether a line starts at its first one.
    const size_t start = number == 0 ? 0 : number * block_size - 1;
    const size_t limit = std::min(size, (number + 1) * block_size);
    // A page of the file goes to a page of memory, which the system copies fastest.
    before_ = number == 0 ? page_size : page_size - 1;
    length_ = 0;
    file.seekg(static_cast<std::streamoff>(start));
    extend(file, limit - start);
    size_t first = 0;
    if (number > 0) {
      const size_t newline = view().find('\n');
      if (newline == std::string_view::npos) return {};
      first = newline + 1;
    }
    if (first == length_) return {};
    size_t last = length_ - 1;
    while (view()[last] != '\n' && start + length_ < size) {
      last = length_;
      extend(file, std::min(size - start - length_, page_size));
      const size_t newline = view().find('\n', last);
      last = newline == std::string_view::npos ? length_ - 1 : newline;
    }
    return view().substr(first, last + 1 - first);
  }

 private:
  static constexpr size_t page_size = 4096;

  struct alignas(page_size) Page {
    char bytes[page_size];
  };

  char* bytes() { return reinterpret_cast<char*>(pages_.data()) + before_; }

  std::string_view view() { return {bytes(), length_}; }

  void extend(std::ifstream& file, size_t count) {
    const size_t needed = before_ + length_ + count + simdjson::SIMDJSON_PADDING;
    if (pages_.size() * page_size < needed) pages_.resize(needed / page_size + 16);
    file.read(bytes() + length_, static_cast<std::streamsize>(count));
    length_ += count;
  }

  std::vector<Page> pages_;
  size_t before_ = 0;
  size_t length_ = 0;
};

class Job {
 public:
  Job(const Catalog& catalog, Instant now, const std::string& input, const std::string& output)
      : catalog_(catalog),
        now_(now),
        input_(input),
        size_(std::filesystem::file_size(input)),
        output_(opened<std::ofstream>(output)) {}

  void run(unsigned long workers) {
    std::vector<std::jthread> threads;
    for (; workers > 0; --workers) threads.emplace_back([this] { work(); });
    threads.clear();  // waits for them
    output_.close();
  }

 private:
  void work() {
    auto input = opened<std::ifstream>(input_);
    ondemand::parser parser;
    parser.threaded = false;
    Block block;
    History history;
    HistoryReader reader(history);
    Evaluator evaluator(catalog_, now_);
    std::string out;
    while (true) {
      const size_t number = next_.fetch_add(1);
      if (number * block_size >= size_) return;
      out.clear();
      const std::string_view lines = block.read(input, size_, number);
      if (!lines.empty()) {
        auto documents = parser.iterate_many(lines.data(), lines.size(), lines.size()).value();
        for (auto document : documents) {
          reader.read(document.get_object());
          evaluator.score(history, out);
        }
        if (documents.truncated_bytes() != 0)
          throw std::runtime_error("the last line is incomplete");
      }
      for (size_t turn; (turn = turn_) != number;) turn_.wait(turn);
      output_.write(out.data(), static_cast<std::streamsize>(out.size()));
      ++turn_;
      turn_.notify_all();
    }
  }

  const Catalog& catalog_;
  const Instant now_;
  const std::string input_;
  const size_t size_;
  std::ofstream output_;
  std::atomic<size_t> next_ = 0;
  std::atomic<size_t> turn_ = 0;
};

}  // namespace winback

int main(int count, char** arguments) {
  std::map<std::string, std::string> options{{"--jobs", "1"}};
  std::string input;
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument.rfind("--", 0) == 0 && index + 1 < count) {
      options[argument] = arguments[++index];
    } else {
      input = argument;
    }
  }
  if (input.empty() || !options.count("--catalog") || !options.count("--as-of") ||
      !options.count("--output")) {
    std::fputs("usage: score HISTORIES --catalog FILE --as-of INSTANT --output FILE [--jobs N]\n",
               stderr);
    return 64;
  }
  const winback::Catalog catalog(options["--catalog"]);
  const winback::Instant now = winback::read_date(options["--as-of"]);
  winback::Job job(catalog, now, input, options["--output"]);
  job.run(std::stoul(options["--jobs"]));
}
