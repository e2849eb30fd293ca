import type { Transport } from './types.ts'

/** Several models in one role: each vote is another one's. What they say stands in the journal under their own names. */
export function panelTransport(members: readonly Transport[]): Transport {
  return {
    label: `panel:${members.map(({ label }) => label).join(';')}`,
    simulated: members.some(({ simulated }) => simulated),
    async send(request, signal) {
      const member = members[request.key.vote % members.length] as Transport
      return { ...(await member.send(request, signal)), model: member.label }
    },
  }
}
