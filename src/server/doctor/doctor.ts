import type { ServerConfig } from '../process/config.ts'
import { checkDatabases } from './database.ts'
import type { Finding } from './finding.ts'
import { checkAuthorities, checkBackups, checkFolder, checkNode, checkPort, checkProxy } from './machine.ts'
import { checkRates } from './rates.ts'
import { checkMail, checkObjectStore, checkProviders, checkScanner } from './services.ts'

/**
 * Tries everything that the settings of an installation name, and returns what was found, in a fixed order. It never
 * throws for something that does not work.
 */
export const examineInstallation = async (
  config: ServerConfig,
  { env, sendTo }: { env: NodeJS.ProcessEnv; sendTo?: string | undefined },
): Promise<Finding[]> => {
  const { dataDir, minFreeSpace, backup } = config
  const tried = await Promise.all([
    checkAuthorities(env),
    checkPort(config),
    checkFolder('Data folder', { folder: dataDir, variable: 'DATA_DIR', minFreeSpace }),
    backup.folder === undefined
      ? []
      : checkFolder('Backup folder', { folder: backup.folder, variable: 'BACKUP_DIR', minFreeSpace }),
    checkDatabases(config),
    checkMail(config, sendTo),
    checkProviders(config),
    checkObjectStore(config),
    checkScanner(config),
  ])
  const rates = checkRates(new Date().toISOString())
  return [checkNode(), ...tried.flat(), checkBackups(config), ...rates, ...checkProxy(env)]
}

/** Faults among findings, one line each, for the error output of a server that starts. */
export const describeFaults = (findings: readonly Finding[]): string[] =>
  findings.filter(({ outcome }) => outcome === 'fault').map(({ about, text }) => `${about}: ${text}`)

const MARKS = { fine: 'ok    ', advice: 'advice', fault: 'FAULT ' } as const

/** One line for each finding, and a last one that says how many faults there are. */
export const describeFindings = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ about, outcome, text }) => `${MARKS[outcome]}  ${about}: ${text}`)
  const faults = findings.filter(({ outcome }) => outcome === 'fault').length
  const verdict = faults === 0 ? 'No faults found' : `${faults} ${faults === 1 ? 'fault' : 'faults'} found`
  return [...lines, '', verdict].join('\n')
}
