/** What is found out in so many milliseconds; undefined where it fails or takes longer, since a scrape must be answered. */
export const within = async <T>(limit: number, work: () => Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), limit)
  })
  try {
    return await Promise.race([work().catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
