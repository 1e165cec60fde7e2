import { toast } from '../../parts/page/toasts.ts'

/** Sends a request, shows its message, and asks again for what the page shows, also if the request is refused. */
export const sendThenRefetch = async (
  send: () => Promise<{ message: string }>,
  refetch: () => Promise<unknown>,
): Promise<void> => {
  try {
    toast('success', (await send()).message)
  } finally {
    await refetch()
  }
}
