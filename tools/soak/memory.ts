import type { RunningFleet } from './fleet.ts'
import { residentMemory } from './processes.ts'

const LOOK_MS = 5000
const MINUTE = 60_000
/** Shorter lives of a server say nothing of its memory. */
const SHORTEST_MINUTES = 3

interface Sample {
  minutes: number
  megabytes: number
}

/** Megabytes gained in a minute, by least squares. */
const slopeOf = (samples: readonly Sample[]): number => {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minutes, megabytes] = [mean(one => one.minutes), mean(one => one.megabytes)]
  const along = samples.reduce((sum, one) => sum + (one.minutes - minutes) * (one.megabytes - megabytes), 0)
  const across = samples.reduce((sum, one) => sum + (one.minutes - minutes) ** 2, 0)
  return along / across
}

/** Measures the memory of the servers until stopped, and then describes the longest life of each. */
export const watchMemory = ({ places }: RunningFleet) => {
  const lives = new Map<number, { name: string; samples: Sample[] }>()
  const look = (): void => {
    for (const { name, server, since } of places) {
      const megabytes = server && residentMemory(server.pid)
      if (!server || megabytes === undefined) continue
      const life = lives.get(server.pid) ?? { name, samples: [] }
      lives.set(server.pid, life)
      life.samples.push({ minutes: (performance.now() - since) / MINUTE, megabytes })
    }
  }
  const looking = setInterval(look, LOOK_MS)
  return {
    stop: (): string[] => {
      clearInterval(looking)
      return places.flatMap(({ name }) => {
        const own = [...lives.values()].filter(life => life.name === name)
        const [longest] = own.toSorted((a, b) => b.samples.length - a.samples.length)
        const samples = longest?.samples ?? []
        const minutes = samples.at(-1)?.minutes ?? 0
        if (minutes < SHORTEST_MINUTES)
          return [`server ${name}: it never ran for ${SHORTEST_MINUTES} minutes`]
        // A server takes memory while it warms up.
        const later = samples.slice(Math.floor(samples.length / 2))
        const [from, to] = [later[0]?.megabytes ?? 0, later.at(-1)?.megabytes ?? 0]
        return [
          `server ${name}: ${from.toFixed(0)} to ${to.toFixed(0)} MB in the second half of ${minutes.toFixed(1)} minutes, ${slopeOf(later).toFixed(2)} MB a minute`,
        ]
      })
    },
  }
}
