import { existsSync, writeFileSync } from 'node:fs'

const LIBRARIES = ['x86_64', 'aarch64'].map(
  machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
)

/**
 * A clock that can be put wrong while a server runs, by libfaketime of Debian's package `faketime`; `env` is what a server needs
 * to go by it, and undefined where the package is not installed.
 */
export const openFakeClock = (file: string) => {
  const library = LIBRARIES.find(path => existsSync(path))
  const set = (seconds: number): void =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  set(0)
  return {
    env: library && {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Reads the file every second; timers and file times stay correct.
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    /** Sets the clock ahead by a number of seconds, or behind if negative. */
    set,
  }
}
