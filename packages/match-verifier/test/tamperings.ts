import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { MatchAudit } from '@credit-market/matching/audit'
import {
  swapTiedWinner,
  changeEngineProperty,
  projectAndRequirementResults,
  findLoserWithReason,
  findLoser,
  movePenceToOtherWinner,
  firstBlockValues,
  removeLosingOffer,
} from './spoil.ts'

/** One way to falsify an audit file, and the errors that must be found. */
export interface AuditTampering {
  name: string
  spoil: (audit: MatchAudit, solution: MatchSolution) => void
  finding: RegExp
}

/** All falsifications of an audit of `TIED_ROUND`, with the errors that the verifier must find. */
export const AUDIT_TAMPERINGS: readonly AuditTampering[] = [
  {
    name: 'a share is a penny higher',
    spoil: (_, { organisations }) => (organisations[0]!.share += 1),
    finding: /money is not the sum of its items/,
  },
  {
    name: 'a penny moves between two shares, with all that follows',
    spoil: (_, solution) => movePenceToOtherWinner(solution, 1),
    finding: /its share is \d+, not \d+/,
  },
  {
    name: 'another seed',
    spoil: (_, solution) => changeEngineProperty(solution, { seed: 1 }),
    finding: /The seed of the file differs from that of its result/,
  },
  {
    name: 'a losing offer is removed, and the hash kept',
    spoil: removeLosingOffer,
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a losing offer is removed, and the hash made up',
    spoil: (audit, solution) => {
      removeLosingOffer(audit, solution)
      audit.hash = solution.problemHash = '0'.repeat(64)
    },
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a losing bid is a penny higher',
    spoil: ({ problem }) => (problem.requirements.find(({ id }) => id === 'R5')!.bid += 1),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'a coalition is worth a penny more',
    spoil: audit => (firstBlockValues(audit)[2]![2] += 1),
    finding: /The losers with .* are worth \d+ pence, not \d+ as filed/,
  },
  {
    name: 'a coalition declares a lower use',
    spoil: audit => (firstBlockValues(audit)[0]![1] = 0),
    finding: /gives two values to one set/,
  },
  {
    name: 'a coalition is left out',
    spoil: audit => firstBlockValues(audit).pop(),
    finding: /gives no value to some sets/,
  },
  {
    name: 'a part has no values',
    spoil: audit => (audit.coalitions[0]!.blocks = []),
    finding: /Part 1 of the coalition values has no values/,
  },
  {
    name: 'there are no parts',
    spoil: (audit, solution) => {
      audit.coalitions = []
      changeEngineProperty(solution, { batches: [] })
    },
    finding: /The losers with .* are worth \d+ pence, not 0 as filed/,
  },
  {
    name: 'several coalitions are left out',
    spoil: audit => Reflect.deleteProperty(audit, 'coalitions'),
    finding: /Coalitions must be a list/,
  },
  {
    name: 'a critical price is a penny higher',
    spoil: (_, solution) => (findLoserWithReason(solution, 'price').critical! += 1),
    finding: /its critical price is \d+, not \d+/,
  },
  {
    name: 'another reason',
    spoil: (_, solution) => (findLoserWithReason(solution, 'price').reason = 'tie'),
    finding: /its reason (cannot be|is \w+, not) tie/,
  },
  {
    name: 'another reason with its sentence, where only a solver can tell',
    spoil: (_, solution) => {
      const tied = findLoserWithReason(solution, 'tie')
      const other = findLoserWithReason({ ...solution, projects: [] }, 'price')
      tied.reason = 'price'
      tied.sentence = other.sentence
      tied.critical! += 1
    },
    finding: /its critical price is 2500000, not 2500001/,
  },
  {
    name: 'a sentence ends with a blank',
    spoil: (_, { projects }) => (projects[0]!.sentence += ' '),
    finding: /its sentence does not say what it won/,
  },
  {
    name: 'a tie is decided the other way',
    spoil: (_, solution) => swapTiedWinner(solution),
    finding: /The tie rule selects another match that is equally good/,
  },
  {
    name: 'another number of matches as good',
    spoil: (_, { tie }) => (tie.alternatives += 1),
    finding: /The number of other equally good matches, 3, is wrong: 2 differ in whole items/,
  },
  {
    name: 'another step of the tie rule, with its note',
    spoil: (_, { tie }) => {
      tie.decidedBy = 2
      tie.note =
        'Several matches have the greatest surplus; the one that serves the most requirements was taken.'
    },
    finding: /Step 4 of the tie rule decided, not step 2/,
  },
  {
    name: 'a comparison is a penny higher',
    spoil: (_, { comparison }) => {
      comparison.vcg[0]!.share += 1
      comparison.vcg[0]!.payment -= 1
    },
    finding: /without this organisation the others would lose \d+, not \d+/,
  },
  {
    name: 'a flow is a ten-thousandth larger',
    spoil: (_, { flows }) => (flows[0]!.units += 1),
    finding: /it does not get the units that it won/,
  },
  {
    name: 'a flow begins a day later',
    spoil: (_, { flows }) => (flows[0]!.start = '2027-06-02'),
    finding: /on 2027-06-01 it does not get the units that it won/,
  },
  {
    name: 'a flow keeps less in reserve',
    spoil: (_, { flows }) => (flows[0]!.reserved -= 1),
    finding: /its reserve is short/,
  },
  {
    name: 'a bid was made at another time',
    spoil: ({ problem }) => (problem.requirements[1]!.bidAt = '2026-09-01T00:00:00.000Z'),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'exact shares are said not to be',
    spoil: (_, solution) => {
      solution.exact = false
      solution.shareHalfWidth = 5
    },
    finding: /The result and the certainty of its shares disagree about whether the shares are exact/,
  },
  {
    name: 'another version of the engine',
    spoil: (_, solution) => changeEngineProperty(solution, { version: '9' }),
    finding: /The result names a version of the engine that does not exist/,
  },
  {
    name: 'another solver',
    spoil: (_, solution) => changeEngineProperty(solution, { solver: 'by hand' }),
    finding: /The solver is not the published one/,
  },
  {
    name: 'looser settings of the solver',
    spoil: (_, solution) => changeEngineProperty(solution, { options: { mip_rel_gap: 0.01 } }),
    finding: /The solver's settings are not the published ones/,
  },
  {
    name: 'a part is said to be proven by a solver',
    spoil: (_, solution) =>
      changeEngineProperty(solution, { parts: [{ formulation: 'flows', solver: 'highs' }] }),
    finding: /Only results of engine version 2 state who proved each part/,
  },
  {
    name: 'batches of a part that is exact',
    spoil: (_, solution) =>
      changeEngineProperty(solution, { batches: solution.engine.batches.map(() => 99) }),
    finding: /The certainty of the shares contradicts the batches of coalitions/,
  },
  {
    name: 'all critical prices are erased, and said to be missing',
    spoil: (_, solution) => {
      changeEngineProperty(solution, { criticalPrices: 0 })
      for (const item of projectAndRequirementResults(solution)) item.critical = null
      Object.assign(findLoserWithReason(solution, 'tie'), {
        reason: 'price',
        sentence: findLoserWithReason({ ...solution, projects: [] }, 'price').sentence,
      })
      solution.warnings.push('Some critical prices are missing, because finding them took too long.')
    },
    finding: /Requirement R5: its critical price is missing; it is 5000000/,
  },
  {
    name: 'the result is called imported',
    spoil: (_, solution) => (solution.rule = 'Imported'),
    finding: /The match is marked as imported, but the engine made it/,
  },
  {
    name: 'the result is called imported, and ten pounds move between two winners',
    spoil: (_, solution) => {
      solution.rule = 'Imported'
      movePenceToOtherWinner(solution, 1_000)
    },
    finding: /The match is marked as imported, but the engine made it/,
  },
  {
    name: 'an unknown field is added',
    spoil: (_, solution) => Object.assign(solution, { note: 'x' }),
    finding: /Solution: note is not known/,
  },
  {
    name: 'a project has another name',
    spoil: ({ problem }) => (problem.projects[0]!.name = 'Another'),
    finding: /The result belongs to another problem/,
  },
  {
    name: 'the match is said not to be proven',
    spoil: (_, solution) => (solution.proven = false),
    finding: /The match has prices, but is not marked as proven/,
  },
  {
    name: 'a loser is left out',
    spoil: (_, solution) => {
      const { id } = findLoser(solution)
      solution.projects = solution.projects.filter(one => one.id !== id)
    },
    finding: /Not every project has one result/,
  },
  {
    name: 'a group is said to have another winner',
    spoil: (_, { groups }) => (groups[0]!.winnerIds = ['P2']),
    finding: /Group G1: its result or explanation is wrong/,
  },
  {
    name: 'a warning is made up',
    spoil: (_, { warnings }) => warnings.push('All is well.'),
    finding: /The warnings do not match the round/,
  },
]
