pragma circom 2.1.6;

include "credential.circom";

// Circuit 4: an investor of at least the asked level, whose accreditation is still good.
template Investor() {
    signal input issuerKey;
    signal input merchant;
    signal input program;
    signal input wallet;
    signal input chain;
    signal input today;
    signal input questions;
    signal input challenge;

    signal input secret;
    signal input issuerId;
    signal input credentialId;
    signal input validUntil;
    signal input performed;
    signal input required;
    signal input identity;
    signal input place;
    signal input issuerX;
    signal input issuerY;
    signal input signatureX;
    signal input signatureY;
    signal input signatureS;

    signal input sanctionResult;
    signal input sanctionDate;
    signal input accreditation;
    signal input accreditedUntil;
    signal input accreditationLevel;

    signal output nullifier;
    signal output revocationHandle;

    // The tag has the schema, too: questions of another schema have another hash.
    component asked = Poseidon(3);
    asked.inputs[0] <== 24;
    asked.inputs[1] <== required;
    asked.inputs[2] <== accreditationLevel;
    questions === asked.out;

    component standingGroup = Poseidon(4);
    standingGroup.inputs[0] <== sanctionResult;
    standingGroup.inputs[1] <== sanctionDate;
    standingGroup.inputs[2] <== accreditation;
    standingGroup.inputs[3] <== accreditedUntil;

    // From 1: level 0 would be a question that everybody passes.
    component levelBits = Num2Bits(8);
    levelBits.in <== accreditationLevel - 1;
    component accreditationBits = Num2Bits(8);
    accreditationBits.in <== accreditation;
    component highEnough = AssertNotAfter(8);
    highEnough.from <== accreditationLevel;
    highEnough.to <== accreditation;

    component untilDay = AssertDate();
    untilDay.date <== accreditedUntil;
    component accreditationValid = AssertNotAfter(27);
    accreditationValid.from <== today;
    accreditationValid.to <== accreditedUntil;

    // Whatever is asked: the accreditation (128).
    component credential = Credential(4, 128);
    credential.issuerKey <== issuerKey;
    credential.merchant <== merchant;
    credential.program <== program;
    credential.wallet <== wallet;
    credential.chain <== chain;
    credential.today <== today;
    credential.challenge <== challenge;
    credential.secret <== secret;
    credential.performed <== performed;
    credential.required <== required;
    credential.issuerId <== issuerId;
    credential.credentialId <== credentialId;
    credential.validUntil <== validUntil;
    credential.identity <== identity;
    credential.place <== place;
    credential.standing <== standingGroup.out;
    credential.issuerX <== issuerX;
    credential.issuerY <== issuerY;
    credential.signatureX <== signatureX;
    credential.signatureY <== signatureY;
    credential.signatureS <== signatureS;
    nullifier <== credential.nullifier;
    revocationHandle <== credential.revocationHandle;
}

component main {public [issuerKey, merchant, program, wallet, chain, today, questions, challenge]} = Investor();
