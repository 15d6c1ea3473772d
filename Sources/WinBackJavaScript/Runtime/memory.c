// Memory for a WebAssembly module that nothing else serves.
//
// A block has a size of a power of two, and a header of 16 bytes that says which. Freed blocks wait in a
// list for the next request of their size, so that a page that asks the same things again stays as large
// as it is. A module has one thread.

#include <stddef.h>
#include <stdint.h>

extern uint8_t __heap_base;

struct block {
  uint32_t class_of_size;
  struct block *next;
  uint64_t padding;
};

enum { page_size = 65536, smallest_class = 5, classes = 32 };

static struct block *free_blocks[classes];
static uintptr_t end_of_heap;

// Returns new memory at the end of the heap; null if the browser gives no more.
static struct block *grow(size_t size) {
  if (end_of_heap == 0) end_of_heap = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t available = (uintptr_t)__builtin_wasm_memory_size(0) * page_size;
  if (size > available - end_of_heap) {
    size_t missing = size - (available - end_of_heap);
    size_t pages = missing / page_size + 1;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  struct block *block = (struct block *)end_of_heap;
  end_of_heap += size;
  return block;
}

void *malloc(size_t count) {
  if (count > ((size_t)1 << 30)) return NULL;
  size_t needed = count + sizeof(struct block);
  uint32_t class_of_size = smallest_class;
  if (needed > (size_t)1 << smallest_class) class_of_size = 32 - __builtin_clz((uint32_t)needed - 1);
  struct block *block = free_blocks[class_of_size];
  if (block) {
    free_blocks[class_of_size] = block->next;
  } else {
    block = grow((size_t)1 << class_of_size);
    if (!block) return NULL;
  }
  block->class_of_size = class_of_size;
  return block + 1;
}

void free(void *memory) {
  if (!memory) return;
  struct block *block = (struct block *)memory - 1;
  block->next = free_blocks[block->class_of_size];
  free_blocks[block->class_of_size] = block;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment > 16) return 22;
  *result = malloc(count);
  return *result ? 0 : 12;
}

void *memcpy(void *target, const void *source, size_t count) {
  return __builtin_memcpy(target, source, count);
}

void *memmove(void *target, const void *source, size_t count) {
  return __builtin_memmove(target, source, count);
}

void *memset(void *target, int value, size_t count) {
  return __builtin_memset(target, value, count);
}

int memcmp(const void *first, const void *second, size_t count) {
  const uint8_t *a = first, *b = second;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

void abort(void) { __builtin_trap(); }

uintptr_t __stack_chk_guard = 0x57696e42;

void __stack_chk_fail(void) { abort(); }

int putchar(int character) { return character; }
