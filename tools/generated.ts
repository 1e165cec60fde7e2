import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '#server/process/places'

/** Writes generated files, by their paths; with `--check` only says which are out of date, and by which command they are made. */
export const writeGenerated = (files: Readonly<Record<string, string>>, command: string): void => {
  const isCheck = process.argv.includes('--check')
  for (const [path, text] of Object.entries(files)) {
    const file = join(projectRoot, path)
    const present = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (!isCheck) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    } else if (present !== text) {
      process.stderr.write(`${path} is out of date: run ${command}\n`)
      process.exitCode = 1
    }
  }
}
