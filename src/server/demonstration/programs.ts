import type { Secrets } from '../auth/secrets.ts'
import { addDemonstrationApiKey } from '../auth/unheld-key.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { addDemonstrationWebhookHistory } from '../webhooks/told-before.ts'
import { usernameOfOrganisation } from './people.ts'

const OWNER = 'SU17'

/** Adds an API key and a webhook for a supplier of the demonstration; neither reaches anyone. */
export const addDemonstrationKeyAndWebhook = async (
  runtime: ActionRuntime,
  secrets: Pick<Secrets, 'encrypt'>,
  publicUrl: string,
): Promise<void> => {
  const userId = usernameOfOrganisation(OWNER)
  await addDemonstrationApiKey(runtime.store.db, { userId, name: 'Flow meters', now: runtime.now() })
  await addDemonstrationWebhookHistory(runtime, secrets, publicUrl, {
    ...{ organisationId: OWNER, madeBy: userId },
    url: 'https://programs.harestow.example/market',
  })
}
