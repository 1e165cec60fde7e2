import { AsyncLocalStorage } from 'node:async_hooks'

/** A request, a queue item or a job that this process is working on. */
export interface Activity {
  kind: 'request' | 'item' | 'job'
  /** The route, the item or the job: never a value that someone sent. */
  name: string
  id?: string
  /** Records that it failed with this error; a request has nothing to record. */
  fail?: (error: unknown) => Promise<void>
  /** An unhandled error came from it: any answer it still gives does not count. */
  isLost?: true
}

const storage = new AsyncLocalStorage<Activity>()
const underWay = new Set<Activity>()

/** Runs work as this activity, so that an unhandled error can be traced to it. */
export const runAsActivity = async <T>(activity: Activity, work: () => Promise<T>): Promise<T> => {
  underWay.add(activity)
  try {
    return await storage.run(activity, work)
  } finally {
    underWay.delete(activity)
  }
}

/** Runs a callback, and everything that it starts, as this activity. */
export const runCallbackAsActivity = (activity: Activity, next: () => void): void =>
  storage.run(activity, next)

/** Returns the activity of the running code. */
export const currentActivity = (): Activity | undefined => storage.getStore()

/** Returns the items and jobs in progress. */
export const runningActivities = (): readonly Activity[] => [...underWay]
