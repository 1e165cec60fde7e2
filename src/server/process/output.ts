import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { destination, type DestinationStream } from 'pino'
import { withSourcePositions } from './source-positions.ts'

const isFile = (fd: number): boolean => {
  const kind = fstatSync(fd)
  return !kind.isFIFO() && !kind.isSocket() && !isatty(fd)
}

/**
 * Writes to a file synchronously. A line that does not fit on the disk is dropped, since a full disk must not end the
 * server.
 */
const openFile = (fd: number): DestinationStream => ({
  write: text => {
    try {
      writeSync(fd, withSourcePositions(text))
    } catch {
      // There is no other place to report this.
    }
  },
})

/**
 * Opens the destination of the log. Pino's own is right for a pipe or a terminal; for a file on a full disk it raises
 * an unhandled error, and then blocks the process for good while it tries to write the rest.
 */
export const openLogOutput = (fd: number): DestinationStream => {
  if (isFile(fd)) return openFile(fd)
  const stream = destination({ dest: fd, sync: false })
  const write = stream.write.bind(stream)
  return Object.assign(stream, { write: (text: string) => write(withSourcePositions(text)) })
}

/** Opens the destination of lines for people, such as the address of the market. */
export const openLineOutput = (stream: NodeJS.WriteStream & { fd: number }): ((line: string) => void) => {
  const { write }: { write: (text: string) => unknown } = isFile(stream.fd) ? openFile(stream.fd) : stream
  return line => void write.call(stream, `${withSourcePositions(line)}\n`)
}
