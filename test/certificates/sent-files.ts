import { createHash } from 'node:crypto'

/** The SHA-256 of a file, in hex. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file as a browser without scripts sends it. */
export const multipart = (name: string, bytes: Buffer) => {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    method: 'POST' as const,
    // As browsers do where a page says nobody where it is.
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  }
}

/** The same file with one bit changed at a place. */
export const changedAt = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
