import { build } from 'rolldown'
import { projectRoot } from '#server/process/places'
import { QUIET } from './quiet.ts'

/** Commands of an installation, which has no sources; the others are for contributors, or need no server. */
const COMMANDS = [
  ...['archive-market', 'backup', 'blank-person', 'create-admin', 'doctor', 'explain-fault', 'export-person'],
  ...[
    'load-archive',
    'rebuild-counts',
    'register-witness',
    'restore',
    'rotate-key',
    'verify',
    'verify-backup',
  ],
]

/**
 * Builds the commands next to the server, whose threads they start: one file for each, and one for what they share.
 * Returns the modules that are in them.
 */
export const buildCommands = async (external: readonly string[]): Promise<string[]> => {
  const { output } = await build({
    ...QUIET,
    cwd: projectRoot,
    input: Object.fromEntries(COMMANDS.map(name => [name, `tools/${name}.ts`])),
    platform: 'node',
    external: [...external],
    output: {
      dir: 'dist/server',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'commands', minShareCount: 2 }] },
    },
  })
  return output.flatMap(one => (one.type === 'chunk' ? one.moduleIds : []))
}
