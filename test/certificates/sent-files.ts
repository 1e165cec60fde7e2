import { createHash } from 'node:crypto'

/** The SHA-256 of a file, in hex. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file in the form in which a browser without scripts sends it. */
export const multipart = (name: string, bytes: Buffer) => {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    method: 'POST' as const,
    // Browsers send this origin for pages that hide theirs.
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  }
}

/** The same file with one bit flipped at a position. */
export const withByteChangedAt = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
