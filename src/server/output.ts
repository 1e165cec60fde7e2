import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { destination, type DestinationStream } from 'pino'

const isFile = (fd: number): boolean => {
  const kind = fstatSync(fd)
  return !kind.isFIFO() && !kind.isSocket() && !isatty(fd)
}

/** Writes into a file at once. A line that finds no room on the disk is left out, since a full disk must not end the server. */
const openFile = (fd: number): DestinationStream => ({
  write: text => {
    try {
      writeSync(fd, text)
    } catch {
      // There is no other place to say so.
    }
  },
})

/**
 * Opens the destination of the log. Pino's own one is right for a pipe or a terminal; for a file on a full disk it raises an error
 * that nothing handles, and then blocks the process for good while it tries to write what is left.
 */
export const openLogOutput = (fd: number): DestinationStream =>
  isFile(fd) ? openFile(fd) : destination({ dest: fd, sync: false })

/** Opens where lines for people go, like the address of the market. */
export const openLines = (stream: NodeJS.WriteStream & { fd: number }): ((line: string) => void) => {
  const { write }: { write: (text: string) => unknown } = isFile(stream.fd) ? openFile(stream.fd) : stream
  return line => void write.call(stream, `${line}\n`)
}
