// Scores a file of histories with simdjson's on-demand parser.
//
// Workers take the next block of the file; a block owns the lines that start in it. Results are
// written in the order of the blocks, so that the output does not depend on the number of workers.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "eligibility.hpp"

namespace winback {

// A block and its index stay in the processor's caches.
constexpr size_t block_size = 1 << 20;

class File {
 public:
  File(const std::string& path, int flags) : descriptor_(open(path.c_str(), flags, 0644)) {
    if (descriptor_ < 0) throw std::runtime_error("cannot open '" + path + "'");
  }
  ~File() { close(descriptor_); }
  File(const File&) = delete;

  size_t size() const {
    struct stat status;
    if (fstat(descriptor_, &status) != 0)
      throw std::runtime_error("cannot read the size of the file");
    return static_cast<size_t>(status.st_size);
  }

  void read(size_t offset, size_t count, char* to) const {
    while (count > 0) {
      const ssize_t read = pread(descriptor_, to, count, static_cast<off_t>(offset));
      if (read <= 0) throw std::runtime_error("cannot read the file");
      offset += static_cast<size_t>(read);
      to += read;
      count -= static_cast<size_t>(read);
    }
  }

  void append(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written <= 0) throw std::runtime_error("cannot write the file");
      bytes.remove_prefix(static_cast<size_t>(written));
    }
  }

 private:
  const int descriptor_;
};

// The bytes of the lines that start in one block.
class Block {
 public:
  std::string_view read(const File& file, size_t size, size_t number) {
    // The byte before the block tells whether a line starts at its first one.
    const size_t start = number == 0 ? 0 : number * block_size - 1;
    const size_t limit = std::min(size, (number + 1) * block_size);
    // A page of the file goes to a page of memory, which the system copies fastest.
    bytes_ = pages_.get() + (number == 0 ? page_size : page_size - 1);
    length_ = 0;
    extend(file, start, limit - start);
    size_t first = 0;
    if (number > 0) {
      const size_t newline = view().find('\n');
      if (newline == std::string_view::npos) return {};
      first = newline + 1;
    }
    if (first == length_) return {};
    size_t last = length_ - 1;
    while (bytes_[last] != '\n' && start + length_ < size) {
      last = length_;
      extend(file, start + length_, std::min(size - start - length_, page_size));
      const size_t newline = view().find('\n', last);
      last = newline == std::string_view::npos ? length_ - 1 : newline;
    }
    return view().substr(first, last + 1 - first);
  }

 private:
  static constexpr size_t page_size = 4096;

  struct Free {
    void operator()(char* pages) const { std::free(pages); }
  };
  using Pages = std::unique_ptr<char[], Free>;

  static Pages allocate(size_t size) {
    char* pages = static_cast<char*>(std::aligned_alloc(page_size, size));
    if (pages == nullptr) throw std::bad_alloc();
    return Pages(pages);
  }

  std::string_view view() const { return {bytes_, length_}; }

  void extend(const File& file, size_t offset, size_t count) {
    const size_t before = static_cast<size_t>(bytes_ - pages_.get());
    const size_t needed = before + length_ + count + simdjson::SIMDJSON_PADDING;
    if (size_ < needed) {
      const size_t larger = (needed / page_size + 1) * 2 * page_size;
      Pages pages = allocate(larger);
      std::memcpy(pages.get() + before, bytes_, length_);
      bytes_ = pages.get() + before;
      pages_ = std::move(pages);
      size_ = larger;
    }
    file.read(offset, count, bytes_ + length_);
    length_ += count;
  }

  size_t size_ = 2 * block_size;
  Pages pages_ = allocate(size_);
  char* bytes_ = nullptr;
  size_t length_ = 0;
};

class Job {
 public:
  Job(const Catalog& catalog, Instant now, const std::string& input, const std::string& output)
      : catalog_(catalog),
        now_(now),
        input_(input, O_RDONLY),
        size_(input_.size()),
        output_(output, O_WRONLY | O_CREAT | O_TRUNC) {}

  void run(unsigned workers) {
    std::vector<std::thread> threads;
    for (unsigned worker = 1; worker < workers; ++worker) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    ondemand::parser parser;
#ifdef SIMDJSON_THREADS_ENABLED
    parser.threaded = false;
#endif
    Block block;
    History history;
    HistoryReader reader(history);
    Evaluator evaluator(catalog_, now_);
    std::string out;
    while (true) {
      const size_t number = next_.fetch_add(1);
      if (number * block_size >= size_) return;
      out.clear();
      try {
        const std::string_view lines = block.read(input_, size_, number);
        if (!lines.empty()) {
          auto documents = parser.iterate_many(lines.data(), lines.size(), lines.size()).value();
          for (auto document : documents) {
            reader.read(document.get_object());
            evaluator.score(history, out);
          }
          if (documents.truncated_bytes() != 0)
            throw std::runtime_error("the last line is incomplete");
        }
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = size_;
        written_.notify_all();
        return;
      }
      std::unique_lock lock(mutex_);
      written_.wait(lock, [&] { return turn_ == number || failure_; });
      if (failure_) return;
      output_.append(out);
      ++turn_;
      written_.notify_all();
    }
  }

  const Catalog& catalog_;
  const Instant now_;
  const File input_;
  const size_t size_;
  const File output_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable written_;
  size_t turn_ = 0;
  std::exception_ptr failure_;
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
  try {
    const winback::Catalog catalog(options["--catalog"]);
    const winback::Instant now = winback::DateReader(options["--as-of"]).read();
    winback::Job job(catalog, now, input, options["--output"]);
    job.run(static_cast<unsigned>(std::stoul(options["--jobs"])));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 65;
  }
}
