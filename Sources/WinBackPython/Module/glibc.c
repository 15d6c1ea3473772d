// What the oldest glibc of Scripts/Release/glibc lacks of the functions that the library calls, and the start of a program:
// that of a newer glibc leaves the initializers to the system, which an older one does not run.

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int stat(const char *path, struct stat *status) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

int lstat(const char *path, struct stat *status) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int fstat(int file, struct stat *status) {
  return (int)syscall(SYS_fstat, file, status);
}

// The runtime of C++ calls it where the length of an array is too large. (Not glibc's, but just as new.)
__attribute__((noreturn)) void throw_bad_array_new_length(void) __asm__("_ZSt28__throw_bad_array_new_lengthv");

void throw_bad_array_new_length(void) {
  abort();
}

typedef void (*initializer)(int, char **, char **);
extern const initializer __init_array_start[], __init_array_end[];
int main(void);
int __libc_start_main(int (*)(void), int, char **, initializer, void (*)(void), void (*)(void), void *);

static void initialize(int count, char **arguments, char **environment) {
  for (const initializer *next = __init_array_start; next < __init_array_end; next++) {
    (*next)(count, arguments, environment);
  }
}

// What the system leaves on the stack: the number of arguments, and the arguments.
__attribute__((used, noreturn)) static void start(long *stack, void (*finish)(void)) {
  __libc_start_main(main, (int)stack[0], (char **)(stack + 1), initialize, NULL, finish, stack);
  abort();
}

__asm__(
  ".globl _start\n"
  ".type _start, %function\n"
  "_start:\n"
#if defined(__x86_64__)
  "  xorl %ebp, %ebp\n"
  "  movq %rsp, %rdi\n"
  "  movq %rdx, %rsi\n"
  "  andq $-16, %rsp\n"
  "  call start\n"
#elif defined(__aarch64__)
  "  mov x29, #0\n"
  "  mov x30, #0\n"
  "  mov x1, x0\n"
  "  mov x0, sp\n"
  "  bl start\n"
#endif
);
