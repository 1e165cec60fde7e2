import { useEffect, useRef } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { readSolverTask, type SolverTask, type TaskState } from '#contract/match'
import type { GapPoint } from '../../charts/gap-chart.tsx'
import { fetchAnswer, queryClient, refreshAfter } from '../../api.ts'

/** A match as it runs: how it stands, and how it got there since this page has been watching. */
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

/** Does the task still run, or wait to? */
export const isRunning = (task: SolverTask): boolean => RUNNING[task.state]

const secondsSince = (task: SolverTask): number =>
  task.startedAt
    ? Math.max(
        0,
        (Date.parse(task.finishedAt ?? new Date().toISOString()) - Date.parse(task.startedAt)) / 1000,
      )
    : 0

/** Watches the task of a match, each second while it runs; when it ends, everything on the page is asked for again. */
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
    // What had ended before is in what the page was given.
    if (!RUNNING[state] && wasSeenRunning.current) refreshAfter(null)
    wasSeenRunning.current = RUNNING[state]
  }, [state])
  return query
}
