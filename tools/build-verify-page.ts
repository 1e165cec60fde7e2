import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as bundle } from 'rolldown'
import { projectRoot } from '#server/process/places'
import { QUIET } from './quiet.ts'

const source = join(projectRoot, 'src/verify-page')

const scriptOf = async (name: string): Promise<string> => {
  const { output } = await bundle({
    ...QUIET,
    cwd: projectRoot,
    input: join(source, `${name}.ts`),
    platform: 'browser',
    // Asked for in Node only.
    external: ['node:module'],
    // The solver asks where it is, which a thread made from a text is not; its bytes are given to it.
    transform: { define: { 'import.meta.url': '"https://nowhere.invalid/"' } },
    output: { format: 'iife', minify: true },
    write: false,
  })
  return output[0].code
}

/**
 * Builds the page on which anyone can check a match: a folder of plain files that works from any host, and from a
 * folder without one. A page opened from a folder may neither fetch nor start a thread from a file, so the solver and
 * the thread's program are texts in scripts.
 */
export const buildVerifyPage = async (folder: string): Promise<void> => {
  const asText = (name: string, text: string): string => `var ${name} = ${JSON.stringify(text)}\n`
  const wasm = readFileSync(createRequire(import.meta.url).resolve('highs/runtime'))
  const styles = ['../look/tokens.css', '../look/base.css', 'page.css']
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(source, 'index.html'), join(folder, 'index.html'))
  copyFileSync(join(source, '../web/public/leaf.svg'), join(folder, 'leaf.svg'))
  writeFileSync(
    join(folder, 'page.css'),
    styles.map(name => readFileSync(join(source, name), 'utf8')).join('\n'),
  )
  writeFileSync(join(folder, 'solver.js'), asText('verifySolver', wasm.toString('base64')))
  writeFileSync(join(folder, 'program.js'), asText('verifyProgram', await scriptOf('program')))
  writeFileSync(join(folder, 'page.js'), await scriptOf('page'))
}
