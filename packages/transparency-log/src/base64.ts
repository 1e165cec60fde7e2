const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes bytes as standard base64 (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const group = (first << 16) | (second << 8) | third
    const signs = [18, 12, 6, 0].map(shift => SIGNS.charAt((group >> shift) & 63))
    text += signs.slice(0, Math.min(bytes.length - at, 3) + 1).join('')
  }
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Decodes standard base64 in its canonical form; undefined for anything else. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  const signs = text.split('').flatMap(sign => (sign === '=' ? [] : [SIGNS.indexOf(sign)]))
  const bytes = new Uint8Array(Math.floor((signs.length * 3) / 4))
  for (const place of bytes.keys()) {
    const [at, shift] = [Math.floor((place * 4) / 3), ((place % 3) + 1) * 2]
    bytes[place] = ((signs[at] ?? 0) << shift) | ((signs[at + 1] ?? 0) >> (6 - shift))
  }
  return toBase64(bytes) === text ? bytes : undefined
}
