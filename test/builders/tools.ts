import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'

interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs one of the command-line tools to its end, in the given environment. */
export const runToolWith = async (env: NodeJS.ProcessEnv, tool: string, ...args: string[]): Promise<Ran> => {
  const command = [join(projectRoot, 'tools', `${tool}.ts`), ...args]
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}

/** Runs one of the command-line tools to its end, in the environment of the tests. */
export const runTool = (tool: string, ...args: string[]): Promise<Ran> =>
  runToolWith(process.env, tool, ...args)
