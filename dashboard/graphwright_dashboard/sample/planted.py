"""The faults that the sample project has on purpose: relations that look found, and are wrong."""

from graphwright.relations import Evidence, Relation, RelationKind

PLANTED = (
    Relation(
        "getOrder",
        "requestRefund",
        RelationKind.REQUIRES,
        0.62,
        evidence=(
            Evidence(
                "id-from-output",
                "orderId (required, path) identifies an order; requestRefund gives orderId.",
                parameter="orderId",
                field="orderId",
            ),
        ),
    ),
    Relation(
        "validateCoupon",
        "sendReceipt",
        RelationKind.REQUIRES,
        0.58,
        evidence=(
            Evidence(
                "id-from-output",
                "code (required) is a text; sendReceipt gives text.",
                parameter="code",
                field="text",
            ),
        ),
    ),
    Relation(
        "getStockLevel",
        "deleteProduct",
        RelationKind.PRECEDES,
        0.55,
        evidence=(Evidence("lifecycle", "Reading the stock comes before deleting the article."),),
    ),
    Relation(
        "cancelOrder",
        "createReview",
        RelationKind.COMPLEMENTARY,
        0.56,
        evidence=(Evidence("shared-words", "Both take a reason or a text from a customer."),),
    ),
    Relation(
        "trackShipment",
        "listCarriers",
        RelationKind.SIMILAR_TO,
        0.66,
        evidence=(Evidence("shared-words", "Both list something of the tag Shipping."),),
    ),
    Relation(
        "addToCart",
        "getCart",
        RelationKind.CONFLICTS_WITH,
        0.6,
        evidence=(Evidence("same-path", "Both work on /carts/{cartId}."),),
    ),
)
"""Unreviewed claims with evidence that does not hold: what the review queue should throw out."""
