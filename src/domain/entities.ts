import type { AgentAuthority } from './authority.ts'
import type { StoredBrand } from './brand.ts'
import type { EvidenceRequest } from './check-schedule.ts'
import type { Certificate } from './certificate.ts'
import type { SubjectComment } from './comment.ts'
import type { Credit } from './credit.ts'
import type { Declaration, DeclarationAnswer, RoundDeclaration } from './declaration.ts'
import type { FiledDocument } from './filed-document.ts'
import type { ProjectGroup, RequirementGroup } from './group.ts'
import type { Invitation } from './invitation.ts'
import type { Market } from './market.ts'
import type { MatchResult } from './match-result.ts'
import type { Organisation } from './organisation.ts'
import type { OrganisationTie } from './organisation-tie.ts'
import type { Participation } from './participation.ts'
import type { AreaOutline } from './place/area-outline.ts'
import type { Project } from './project.ts'
import type { Proposal } from './proposal.ts'
import type { Lpa, Nca, ProjectType, Standard, StandardVersion, Subcatchment } from './reference.ts'
import type { ComplianceCheck, PerformanceCheck, Verification } from './project-check.ts'
import type { Requirement } from './requirement.ts'
import type { Round } from './round.ts'
import type { Service } from './service.ts'
import type { SiteBoundary, SiteOverlap } from './site-boundary.ts'
import type { Stored } from './subject.ts'
import type { User } from './user.ts'
import type { StoredReading } from './workbook/reading.ts'

/** From the name of a kind of thing to its type: every noun that is stored. */
export interface Entities {
  organisation: Organisation
  organisationTie: OrganisationTie
  user: User
  invitation: Invitation
  market: Market
  round: Round
  roundDeclaration: RoundDeclaration
  declarationAnswer: DeclarationAnswer
  participation: Participation
  agentAuthority: AgentAuthority
  project: Project
  service: Service
  siteBoundary: SiteBoundary
  siteOverlap: SiteOverlap
  complianceCheck: ComplianceCheck
  performanceCheck: PerformanceCheck
  verification: Verification
  evidenceRequest: EvidenceRequest
  workbookReading: StoredReading
  projectGroup: ProjectGroup
  requirement: Requirement
  requirementGroup: RequirementGroup
  matchResult: MatchResult
  credit: Credit
  proposal: Proposal
  certificate: Certificate
  filedDocument: FiledDocument
  comment: SubjectComment
  projectType: ProjectType
  standard: Standard
  standardVersion: StandardVersion
  nca: Nca
  areaOutline: AreaOutline
  lpa: Lpa
  subcatchment: Subcatchment
  declaration: Declaration
  brand: StoredBrand
}

export type StoredKind = keyof Entities

/** The settings that everybody chooses from: each kind with the list of all of that kind. */
export const SETTING_LISTS = {
  projectType: 'projectTypes',
  standard: 'standards',
  nca: 'ncas',
  lpa: 'lpas',
  subcatchment: 'subcatchments',
  declaration: 'declarations',
} as const satisfies { [K in StoredKind]?: string }
export type SettingKind = keyof typeof SETTING_LISTS
export const SETTING_KINDS = Object.keys(SETTING_LISTS) as readonly SettingKind[]

/** A list as such, on which one adds: it has no row and no status. */
export const COLLECTIONS = [
  'organisations',
  'markets',
  'rounds',
  'projects',
  'requirements',
  'projectTypes',
  'standards',
  'ncas',
  'lpas',
  'subcatchments',
  'declarations',
] as const
export type Collection = (typeof COLLECTIONS)[number]

/** Whatever an action can be run on. */
export type Kind = StoredKind | Collection

/** The type of a subject of that kind. */
export type SubjectOf<K extends Kind> = Subjects[K]
type Subjects = Entities & { [C in Collection]: Stored }

/** The statuses that kind goes through; never for kinds without a life of their own. */
export type StatusOf<K extends Kind> = SubjectOf<K> extends { status: infer S extends string } ? S : never
