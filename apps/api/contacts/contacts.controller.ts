import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { contactErasure, contactExport, contactId } from '#contracts';
import { ProblemError } from '#http';
import { ContactPrivacy, type ApiCaller } from '#identity';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { ApiProblems } from '../problem-responses.ts';

const contactIdParam = z.object({
  contactId: contactId.describe('Your own id of the person, percent-encoded.'),
});
type ContactIdParam = z.infer<typeof contactIdParam>;

@KeyedRoutes('contacts', 'contacts')
@Controller('v1/contacts')
export class ContactsController {
  constructor(private readonly privacy: ContactPrivacy) {}

  @Get(':contactId/export')
  @ApiOperation({
    operationId: 'exportContact',
    summary: 'Export everything stored about a contact',
    description:
      'Rows by owning module and table: conversations, messages, turns, insights, files and pack data.',
  })
  @ApiResponse({ status: 200, standardSchema: contactExport })
  async export(
    @Caller() caller: ApiCaller,
    @Param({ schema: contactIdParam }) { contactId: id }: ContactIdParam,
  ): Promise<z.infer<typeof contactExport>> {
    return (await this.privacy.export(caller.orgId, id, actorOf(caller))) ?? noContact();
  }

  @Delete(':contactId')
  @ApiOperation({
    operationId: 'eraseContact',
    summary: 'Erase a contact',
    description:
      "Stops the contact's running turns, then deletes everything that contains the contact's words or profile. The " +
      'audit log keeps a hash of the id. If an erasure is interrupted, send the request again to finish it.',
  })
  @ApiResponse({ status: 200, description: 'What was deleted.', standardSchema: contactErasure })
  @ApiProblems(409)
  async erase(
    @Caller() caller: ApiCaller,
    @Param({ schema: contactIdParam }) { contactId: id }: ContactIdParam,
  ): Promise<z.infer<typeof contactErasure>> {
    return (await this.privacy.erase(caller.orgId, id, actorOf(caller))) ?? noContact();
  }
}

const actorOf = (caller: ApiCaller) => ({ kind: 'api_key' as const, userId: caller.user?.id ?? null });

/** The answer does not repeat the id, which may be the name of a person. */
function noContact(): never {
  throw new ProblemError(404, 'not-found', 'The org has no contact with this id.');
}
