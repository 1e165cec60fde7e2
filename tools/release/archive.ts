import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Throws `Error` if `tar` is not GNU tar, which alone can sort its entries. */
const requireGnuTar = (): void => {
  const version = execFileSync('tar', ['--version'], { encoding: 'utf8' })
  if (!version.startsWith('tar (GNU tar)')) throw new Error('A release needs GNU tar as "tar" on the PATH')
}

/**
 * Packs a folder into a tar.gz file, with all entries under the name of the folder. The same content gives the same
 * bytes: entries are sorted, belong to user 0, have the same time (seconds since 1970), and rights that do not depend
 * on the umask.
 */
export const packFolder = async (folder: string, file: string, seconds: number): Promise<void> => {
  requireGnuTar()
  const options = [
    ...['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'],
    ...['--mode=u+rw,go=u,go-w', '--format=gnu', '--hard-dereference'],
  ]
  const args = ['--create', ...options, '--directory', dirname(folder), basename(folder)]
  const tar = spawn('tar', args, {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', resolve)
  })
  const [code] = await Promise.all([
    ended,
    pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file)),
  ])
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}
