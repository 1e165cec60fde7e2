import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unitsNeededInPeriod, type CompiledMarket } from '@credit-market/matching/model/compile'
import { unitsAvailableIn } from '@credit-market/matching/model/periods'
import type { MarketProgram, Row } from '@credit-market/matching/model/program'
import { reserveUnitsFromSupply } from '@credit-market/matching/model/reserve'

const POUND = 100

const term = (weight: number, column: number): string => `${weight < 0 ? '' : '+'}${weight} x${column}`

/** A program as a model file that any solver reads (CPLEX LP format), money in pounds. */
const modelFile = ({ columns, rows }: MarketProgram): string => {
  const lines = rows.map(({ columns: at, coefficients, limit, equal }) => {
    const scale = Math.max(...coefficients.map(Math.abs))
    const sum = at.map((column, k) => term(coefficients[k]! / scale, column))
    return `${sum.join('\n')} ${equal ? '=' : '<='} ${limit / scale}`
  })
  const bounds = columns.map(({ upper }, at) => `0 <= x${at} <= ${upper}`)
  const whole = columns.flatMap(({ whole: isWhole }, at) => (isWhole ? [`x${at}`] : []))
  const value = columns.map((column, at) => term(column.value / POUND, at))
  return [
    'Maximize',
    value.join('\n'),
    'Subject To',
    ...lines,
    'Bounds',
    ...bounds,
    'Generals',
    ...whole,
    'End',
  ].join('\n')
}

/** Result of another solver: the best surplus in pounds, whether it is proven, and the processor time. */
export interface PeerResult {
  surplus: number
  proven: boolean
  seconds: number
}

/** Solves the same model file with CBC, gap 0; null if CBC is not installed. */
export const solveWithCbc = (program: MarketProgram, seconds: number): PeerResult | null => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cbc-'))
  const model = join(folder, 'model.lp')
  writeFileSync(model, modelFile(program))
  const asked = [model, 'sec', String(seconds), 'ratio', '0', 'solve', 'quit']
  const { error, stdout } = spawnSync('cbc', asked, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (error !== undefined) return null
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? NaN)
  return {
    surplus: Math.abs(number(/Objective value:\s+(-?[\d.]+)/)),
    proven: stdout.includes('Optimal solution found'),
    seconds: number(/Total time \(CPU seconds\):\s+([\d.]+)/),
  }
}

/** The market written down plainly: a flow for every pair and period, without merging, parting or strengthening. */
export const pairwise = (market: CompiledMarket): MarketProgram => {
  const owned = market.program.columns.length
  const columns = [...market.program.columns]
  const groups = market.program.rows.filter(row => row.equal || row.limit !== 0)
  const rows = market.periods.flatMap(period => {
    const outOf = market.services.map(({ project, service }): Row => {
      const units = unitsAvailableIn(service, period)
      const amount = units - reserveUnitsFromSupply(market.problem.reserve, units)
      const column = market.projectColumn.get(project.id)!
      return { columns: [column], coefficients: [-amount], limit: 0, equal: false }
    })
    const into = [...market.serves].map(([id, from]): Row => {
      const options = market.options.filter(({ requirement }) => requirement.id === id)
      const needs = options.map(option => unitsNeededInPeriod(market, option, period))
      const most = Math.max(...needs)
      const able = most === 0 ? [] : from.filter(at => outOf[at]!.coefficients[0] !== 0)
      const flows = able.map(at => ({ at, column: columns.push(FLOW) - 1 }))
      for (const { at, column } of flows) {
        outOf[at]!.columns.push(column)
        outOf[at]!.coefficients.push(most)
      }
      return {
        columns: [...options.map(({ column }) => column), ...flows.map(({ column }) => column)],
        coefficients: [...needs, ...flows.map(() => -most)],
        limit: 0,
        equal: false,
      }
    })
    return [...outOf, ...into].filter(row =>
      row.columns.some((column, at) => column < owned && row.coefficients[at] !== 0),
    )
  })
  return { players: market.program.players, columns, rows: [...groups, ...rows] }
}

const FLOW = { player: -1, value: 0, whole: false, upper: 1 } as const
