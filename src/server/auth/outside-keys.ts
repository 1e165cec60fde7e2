import { sealBy } from '../certificates/seal.ts'
import { outsideSigner } from '../certificates/signer.ts'
import type { Secrets } from './secrets.ts'

/** The secrets with both signing keys held by a program outside, where one is named. Throws where it does not answer. */
export const sealedOutside = async (secrets: Secrets, command: string | undefined): Promise<Secrets> => {
  if (command === undefined) return secrets
  const [certificates, checkpoints] = await Promise.all([
    outsideSigner(command, 'certificates'),
    outsideSigner(command, 'checkpoints'),
  ])
  return { ...secrets, seal: sealBy(certificates), logSeal: sealBy(checkpoints) }
}
