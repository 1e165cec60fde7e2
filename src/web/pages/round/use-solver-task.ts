import { useEffect, useRef } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { readSolverTask, type SolverTask, type TaskState } from '#contract/round/match'
import type { GapPoint } from '../../charts/gap-chart.tsx'
import { fetchAnswer, queryClient, refreshAfterAction } from '../../api/api.ts'
import { currentTime } from '../../api/clock.ts'

/** State of a running match, with its history since this page has been watching. */
export interface WatchedTask {
  task: SolverTask
  points: GapPoint[]
}

const RUNNING: Record<TaskState, boolean> = {
  queued: true,
  running: true,
  done: false,
  failed: false,
  cancelled: false,
}

/** Returns true if the task is running or waiting to run. */
export const isRunning = (task: SolverTask): boolean => RUNNING[task.state]

const secondsSince = (task: SolverTask): number =>
  task.startedAt
    ? Math.max(0, (Date.parse(task.finishedAt ?? currentTime()) - Date.parse(task.startedAt)) / 1000)
    : 0

/**
 * Watches the task of a match, every second while it runs. When it ends, everything on the page is fetched
 * again.
 */
export const useSolverTask = (id: string | null) => {
  const key = ['solver task', id]
  const query = useQuery({
    queryKey: key,
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }): Promise<WatchedTask> => {
            const task = await fetchAnswer(readSolverTask, { params: { id } }, signal)
            const before = queryClient.getQueryData<WatchedTask>(key)?.points ?? []
            return {
              task,
              points: [...before, { at: secondsSince(task), surplus: task.surplus, bound: task.bound }],
            }
          },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.task) ? 1000 : false),
  })
  const state = query.data?.task.state
  const wasSeenRunning = useRef(false)
  useEffect(() => {
    if (!state) return
    // A task that ended before this page watched it is already part of the page's data.
    if (!RUNNING[state] && wasSeenRunning.current) refreshAfterAction(null)
    wasSeenRunning.current = RUNNING[state]
  }, [state])
  return query
}
