/** Merges calls: the first starts a span of this length, and one call is made when it ends. */
export const throttle = (call: () => void, spanMs: number): { call: () => void; stop: () => void } => {
  let timer: NodeJS.Timeout | undefined
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        call()
      }, spanMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Runs one step after the other until stopped. After a step that found nothing to do it rests, until it is woken or the
 * time is up. Errors of a step go to `failed`, and it rests too.
 */
export const startPollLoop = (
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
      // The reason for waking it may have come during the step.
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
