import {
  checkRoundFit,
  projectRoundCandidate,
  requirementRoundCandidate,
  type RoundFitCandidate,
  type RoundFitResult,
} from '#domain/project/fits-round'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { Read } from '../kit/changes.ts'
import { readRoundOfItem } from '../fields/areas.ts'

/** A project with its services and type, as the rules of rounds need it. */
export const readProjectRoundCandidate = async (read: Read, project: Project): Promise<RoundFitCandidate> =>
  projectRoundCandidate(
    project,
    await read.list('service', { projectId: project.id }),
    project.typeId === null ? undefined : await read.one('projectType', project.typeId),
  )

/** Checks if a project fits its round. */
export const checkProjectFit = async (read: Read, project: Project): Promise<RoundFitResult> =>
  checkRoundFit(await readProjectRoundCandidate(read, project), await readRoundOfItem(read, project))

/** Checks if a requirement fits its round. */
export const checkRequirementFit = async (read: Read, requirement: Requirement): Promise<RoundFitResult> =>
  checkRoundFit(requirementRoundCandidate(requirement), await readRoundOfItem(read, requirement))
