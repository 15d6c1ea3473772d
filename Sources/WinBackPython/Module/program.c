// Makes a program of the library, so that a wheel has the engine once: with this and the start of a program of C, the system
// can also run the library.

#if defined(__x86_64__)
#define LOADER "/lib64/ld-linux-x86-64.so.2"
#elif defined(__aarch64__)
#define LOADER "/lib/ld-linux-aarch64.so.1"
#endif

void winback_main(void);

__attribute__((section(".interp"), used, retain)) static const char loader[] = LOADER;

int main(void) {
  // Swift reads the arguments from the system.
  winback_main();
  return 0;
}
