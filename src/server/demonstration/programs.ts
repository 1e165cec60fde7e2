import type { Secrets } from '../auth/secrets.ts'
import { addUnheldKey } from '../auth/unheld-key.ts'
import type { Runtime } from '../runner/runtime.ts'
import { addToldWebhook } from '../webhooks/told-before.ts'
import { userFor } from './people.ts'

const OWNER = 'SU17'

/** What a supplier of the demonstration has for its programs: an API key and a webhook, neither of which reaches anybody. */
export const addPrograms = async (
  runtime: Runtime,
  secrets: Pick<Secrets, 'encrypt'>,
  publicUrl: string,
): Promise<void> => {
  const userId = userFor(OWNER)
  await addUnheldKey(runtime.store.db, { userId, name: 'Flow meters', now: runtime.now() })
  await addToldWebhook(runtime, secrets, publicUrl, {
    ...{ organisationId: OWNER, madeBy: userId },
    url: 'https://programs.harestow.example/market',
  })
}
