import { Readable } from 'node:stream'
import {
  AddMember,
  AnswerInvitation,
  AuditLog,
  AuditQuery,
  Done,
  EndMemberSession,
  MemberSessions,
  Members,
  RemoveMember,
  type Static,
} from '@touchstone/contract'
import {
  addMember,
  answerInvitation,
  approveMember,
  endSession,
  exportAudit,
  type FindNames,
  findEmails,
  listMembers,
  listSessions,
  type MemberView,
  removeMember,
  requireReviewer,
  showAudit,
} from '@touchstone/kyc'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/services.ts'
import { changedBy } from './changed-by.ts'
import { clearCookie } from './cookies.ts'
import { dashboardServer, done } from './serve-dashboard.ts'

/** Routes for a member's sessions, the members of a merchant or of the operator, and the audit log. */
export function addSettingsRoutes(app: FastifyInstance, services: Services): void {
  const serve = dashboardServer(app, services)

  serve({
    method: 'GET',
    path: '/sessions',
    answer: MemberSessions,
    async handle({ context, signedIn }) {
      const sessions = await listSessions(context, signedIn)
      return {
        sessions: sessions.map(({ id, createdAt, seenAt, network, browser }) => ({
          ...{ id, network, browser, own: id === signedIn.sessionId },
          ...{ begunAt: createdAt.toISOString(), seenAt: seenAt.toISOString() },
        })),
      }
    },
  })
  serve<Static<typeof EndMemberSession>>({
    method: 'POST',
    path: '/sessions/end',
    body: EndMemberSession,
    answer: Done,
    async handle({ context, signedIn, body, request }) {
      await endSession(context, signedIn, { sessionId: body.id, ip: request.ip })
      return done
    },
  })
  serve({
    method: 'POST',
    path: '/sessions/end-all',
    answer: Done,
    async handle({ context, signedIn, request, reply }) {
      await endSession(context, signedIn, { ip: request.ip })
      clearCookie(services, reply, 'session')
      return done
    },
  })
  serve<Static<typeof AnswerInvitation>>({
    method: 'POST',
    path: '/invitations',
    body: AnswerInvitation,
    answer: Done,
    async handle(call) {
      await answerInvitation(call.context, call.signedIn, call.body, changedBy(call))
      return done
    },
  })

  for (const base of ['/merchants/:mchNo', '/operator'] as const) {
    serve({
      method: 'GET',
      path: `${base}/members`,
      permission: 'members.change',
      answer: Members,
      handle: async ({ context, mchNo }) => ({
        members: (await listMembers(context, { mchNo })).map(memberLine),
      }),
    })
    serve<Static<typeof AddMember>>({
      method: 'POST',
      path: `${base}/members`,
      permission: 'members.change',
      body: AddMember,
      answer: Members,
      handle: async ({ context, signedIn, mchNo, body, request }) => ({
        members: [await addMember(context, { mchNo, ...body }, changedBy({ signedIn, request }))].map(
          memberLine,
        ),
      }),
    })
    serve<Static<typeof RemoveMember>>({
      method: 'POST',
      path: `${base}/members/remove`,
      permission: 'members.change',
      body: RemoveMember,
      answer: Done,
      async handle({ context, signedIn, mchNo, body, request }) {
        await removeMember(context, { mchNo, ...body }, changedBy({ signedIn, request }))
        return done
      },
    })
    serve<Static<typeof RemoveMember>>({
      method: 'POST',
      path: `${base}/members/approve`,
      permission: 'members.change',
      body: RemoveMember,
      answer: Done,
      async handle(call) {
        requireReviewer(call.signedIn, call.mchNo, 'members.change')
        await approveMember(call.context, { mchNo: call.mchNo, ...call.body }, changedBy(call))
        return done
      },
    })
    serve<undefined, Static<typeof AuditQuery>>({
      method: 'GET',
      path: `${base}/audit`,
      permission: 'audit.read',
      query: AuditQuery,
      answer: AuditLog,
      async handle({ context, mchNo, query }) {
        const { entries, more } = await showAudit(context, {
          ...{ mchNo },
          ...(query.before !== undefined && { before: Number(query.before) }),
        })
        const emails = await findEmails(
          context,
          mchNo,
          entries.flatMap(({ by, target }) => [by, target]),
        )
        const nameOf = (memberNo: string) => emails.get(memberNo) ?? memberNo
        return {
          entries: entries.map((entry) => ({
            ...{ ...entry, target: nameOf(entry.target), by: entry.by && nameOf(entry.by) },
          })),
          more,
        }
      },
    })
    serve({
      method: 'GET',
      path: `${base}/audit.csv`,
      permission: 'audit.read',
      async handle({ context, signedIn, mchNo, request, reply }) {
        const findNames: FindNames = (memberNos) => findEmails(context, mchNo, memberNos)
        const pieces = await exportAudit(context, { mchNo, findNames }, changedBy({ signedIn, request }))
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="audit.csv"')
        return Readable.from(pieces)
      },
    })
  }
}

function memberLine({ since, reviewsFrom, ...member }: MemberView) {
  return { ...member, since: since.toISOString(), reviewsFrom: reviewsFrom?.toISOString() ?? null }
}
