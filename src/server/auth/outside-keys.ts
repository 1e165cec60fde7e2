import { certificateSignerFrom } from '../certificates/seal.ts'
import { createExternalSigner } from '../certificates/signer.ts'
import type { Secrets } from './secrets.ts'

/** The secrets with both signing keys in an external program, if one is configured. Throws if it does not answer. */
export const withExternalSigner = async (secrets: Secrets, command: string | undefined): Promise<Secrets> => {
  if (command === undefined) return secrets
  const [certificates, checkpoints] = await Promise.all([
    createExternalSigner(command, 'certificates'),
    createExternalSigner(command, 'checkpoints'),
  ])
  return {
    ...secrets,
    seal: certificateSignerFrom(certificates),
    logSeal: certificateSignerFrom(checkpoints),
  }
}
