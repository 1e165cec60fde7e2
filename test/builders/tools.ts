import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { projectRoot } from '#server/places'

/** One of the tools of the command line, run to its end. */
export const runTool = async (
  tool: string,
  ...args: string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> => {
  const command = [join(projectRoot, 'tools', `${tool}.ts`), ...args]
  const child = spawn(process.execPath, command, { cwd: projectRoot })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}
