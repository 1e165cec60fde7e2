/**
 * Does one step after the other until stopped. When a step found nothing to do it rests, until it is woken or the time is
 * up. What a step throws is told to `failed`, and it rests too.
 */
export const pollLoop = (
  step: (stopping: AbortSignal) => Promise<boolean>,
  { restMs, failed }: { restMs: number; failed: (error: unknown) => void },
): { wake: () => void; stop: () => Promise<void> } => {
  const stopping = new AbortController()
  let isWoken = false
  let wake = (): void => {}
  const rest = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, restMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const wasBusy = await step(stopping.signal).catch((error: unknown) => {
        failed(error)
        return false
      })
      // What it was woken for may have come while it looked.
      if (!wasBusy && !isWoken) await rest()
    }
  }
  const running = loop()
  const wakeUp = (): void => {
    isWoken = true
    wake()
  }
  return {
    wake: wakeUp,
    stop: async () => {
      stopping.abort()
      wakeUp()
      await running
    },
  }
}
