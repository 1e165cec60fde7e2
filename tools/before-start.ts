import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { lockDataFolder } from '#server/embedded/data-folder-lock'
import { refuseTakenPort } from '#server/process/taken-port'

// Runs before any package is there, so it reads what it needs of the environment by itself. What it cannot read the server refuses.

/** Throws `Error` where another market uses the port or the data folder, before minutes are spent on building. */
export const refuseWhatIsTaken = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const dataDir = resolve(env.DATA_DIR || './data')
  if (!env.DATABASE_URL && existsSync(dataDir)) {
    const unlock = await lockDataFolder(realpathSync(dataDir))
    unlock()
  }
  const port = Number(env.PORT || 3000)
  if (Number.isInteger(port) && port >= 0 && port < 65_536)
    await refuseTakenPort(env.HOST || '127.0.0.1', port)
}
