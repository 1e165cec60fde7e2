import {
  fitsRound,
  projectCandidate,
  requirementCandidate,
  type Candidate,
  type Fit,
} from '#domain/fits-round'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { Read } from '../kit/changes.ts'
import { roundOf } from './areas.ts'

/** A project as rounds look at it, with its services and type. */
export const candidateOfProject = async (read: Read, project: Project): Promise<Candidate> =>
  projectCandidate(
    project,
    await read.list('service', { projectId: project.id }),
    project.typeId === null ? undefined : await read.one('projectType', project.typeId),
  )

/** What the round of a project thinks of it. */
export const fitOfProject = async (read: Read, project: Project): Promise<Fit> =>
  fitsRound(await candidateOfProject(read, project), await roundOf(read, project))

/** What the round of a requirement thinks of it. */
export const fitOfRequirement = async (read: Read, requirement: Requirement): Promise<Fit> =>
  fitsRound(requirementCandidate(requirement), await roundOf(read, requirement))
