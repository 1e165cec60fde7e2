const fractional = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every(p => n % p !== 0)) found.push(n)
  return found
}

const START = primes(8).map(p => fractional(Math.sqrt(p)))
const ROUND = primes(64).map(p => fractional(Math.cbrt(p)))

/** UTF-8 written out here, because this room compiles without Node and without the browser. */
const utf8 = (text: string): number[] => {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      )
  }
  return bytes
}

const padded = (text: string): Uint8Array => {
  const bytes = utf8(text)
  const length = bytes.length
  const block = new Uint8Array(Math.ceil((length + 9) / 64) * 64)
  block.set(bytes)
  block[length] = 0x80
  const bits = length * 8
  for (let i = 0; i < 8; i += 1) block[block.length - 1 - i] = Math.floor(bits / 2 ** (8 * i)) & 0xff
  return block
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** SHA-256 of a text, in hexadecimal (FIPS 180-4). */
export const sha256 = (text: string): string => {
  const bytes = padded(text)
  const state = Uint32Array.from(START)
  const w = new Uint32Array(64)
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let i = 0; i < 16; i += 1) {
      const at = offset + i * 4
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    }
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const choice = (e & f) ^ (~e & g)
      const t1 = (h + s1 + choice + ROUND[i]! + w[i]!) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const next = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i += 1) state[i] = state[i]! + next[i]!
  }
  return [...state].map(word => word.toString(16).padStart(8, '0')).join('')
}
