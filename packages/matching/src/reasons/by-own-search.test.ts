import { expect, it } from 'vitest'
import { generateOverlapChainRound } from '../../test/chains.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { totalContractedValue } from '../model/program.ts'
import { findUnservableColumns } from '../model/reduce.ts'
import { removeColumns, splitIntoSubmarkets } from '../model/submarkets.ts'
import { initHighs } from '../solver/highs.ts'
import { prepareSubproblem } from '../solver/prepared.ts'
import { createHighsSolver, createSolver } from '../solver/solver.ts'
import { findBestMatch } from '../winners/match.ts'
import { tieRanksOfColumns } from '../winners/ties.ts'
import { answerByOwnSearch } from './by-own-search.ts'
import { criticalPriceDistance, partialWinDistance } from './critical.ts'

const solve = createSolver(await initHighs())
const byHighs = createHighsSolver(await initHighs())

it.each([1, 2, 3, 4, 5, 6])(
  'finds the same critical prices of a chain by our own search as by HiGHS over flows (seed %i)',
  seed => {
    const { program, ...market } = compileMarket(sortProblem(generateOverlapChainRound(3, 12, 18, seed)), {
      mostWritten: 0,
    })
    const { x } = findBestMatch(program, tieRanksOfColumns({ program, ...market }), {
      solve,
      isOver: () => false,
      onProgress: () => {},
    })
    const rest = removeColumns(program, findUnservableColumns(program))
    let searched = 0
    for (const part of splitIntoSubmarkets(rest.program, false)) {
      const chosen = part.from.map(column => x[rest.from[column]!]!)
      const flows = {
        ...prepareSubproblem(byHighs, part.program),
        best: totalContractedValue(part.program, chosen),
      }
      const neverHighs = () => {
        throw new Error('HiGHS was asked')
      }
      const own = {
        ...flows,
        solve: answerByOwnSearch(
          part.program,
          flows.formulation === 'flows' ? neverHighs : flows.solve,
          () => {},
        ),
      }
      const losers = [...chosen.keys()].filter(at => chosen[at] === 0)
      const distances = [own, flows].map(way =>
        losers.map(at =>
          part.program.columns[at]!.whole
            ? criticalPriceDistance(way, at, {})
            : partialWinDistance(way, at, 0, {}),
        ),
      )
      expect(distances[0]).toEqual(distances[1])
      if (flows.formulation === 'flows') searched += losers.length
    }
    expect(searched).toBeGreaterThan(3)
  },
)
