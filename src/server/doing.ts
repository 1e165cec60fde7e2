import { AsyncLocalStorage } from 'node:async_hooks'

/** A request, a queue item or a job that this process is working on. */
export interface Activity {
  kind: 'request' | 'item' | 'job'
  /** The route, the item or the job: never a value that somebody sent. */
  name: string
  id?: string
  /** Records that it failed with this error; a request has nothing to record. */
  fail?: (error: unknown) => Promise<void>
  /** An error that nothing handled came from it: what it still answers does not count. */
  isLost?: true
}

const storage = new AsyncLocalStorage<Activity>()
const underWay = new Set<Activity>()

/** Runs work as this activity, so that an error which nothing handles can be traced to it. */
export const whileDoing = async <T>(activity: Activity, work: () => Promise<T>): Promise<T> => {
  underWay.add(activity)
  try {
    return await storage.run(activity, work)
  } finally {
    underWay.delete(activity)
  }
}

/** Runs a callback, and everything that it starts, as this activity. */
export const enterActivity = (activity: Activity, next: () => void): void => storage.run(activity, next)

/** The activity that the running code belongs to. */
export const currentActivity = (): Activity | undefined => storage.getStore()

/** The items and jobs that are under way. */
export const activitiesUnderWay = (): readonly Activity[] => [...underWay]
